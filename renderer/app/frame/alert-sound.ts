// Two short tones, made here: there is no file to load.
const TONES = [
  { hertz: 880, at: 0 },
  { hertz: 1_174.66, at: 0.12 },
] as const;
const LENGTH_S = 0.16;
const LOUDNESS = 0.12;

let context: AudioContext | undefined;

/** Silent until the page has been touched once: browsers ask for that. */
export function playAlertSound(): void {
  context ??= new AudioContext();
  void context.resume();
  for (const { hertz, at } of TONES) playTone(context, hertz, context.currentTime + at);
}

function playTone(audio: AudioContext, hertz: number, from: number): void {
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = hertz;
  // Swelling and fading, since a tone that is cut clicks.
  volume.gain.setValueAtTime(0, from);
  volume.gain.linearRampToValueAtTime(LOUDNESS, from + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.001, from + LENGTH_S);
  tone.connect(volume).connect(audio.destination);
  tone.start(from);
  tone.stop(from + LENGTH_S);
}
