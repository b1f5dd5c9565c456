// Short tones, made here: there is no file to load. Good news rises, bad news falls, and doubt asks three times.
import type { AlertKind } from '#contract/alerts.ts';

/** In hertz, one after the other. */
const RISING = [880, 1_174.66];
const FALLING = [587.33, 392];
const DOUBT = [659.25, 659.25, 659.25];
const SINGLE = [880];

const STEP_S = 0.12;
const LENGTH_S = 0.16;
const LOUDNESS = 0.12;

export function tonesOf(kind: AlertKind): readonly number[] {
  switch (kind) {
    case 'fill':
    case 'mint':
      return RISING;
    case 'refusal':
    case 'guard-stop':
    case 'no-exit':
    case 'journal':
      return FALLING;
    case 'unknown':
    case 'late':
    case 'elsewhere':
      return DOUBT;
    default:
      return SINGLE;
  }
}

let context: AudioContext | undefined;

/** Silent until the page has been touched once: browsers ask for that. */
export function playAlertSound(kind: AlertKind): void {
  context ??= new AudioContext();
  const audio = context;
  void audio.resume();
  tonesOf(kind).forEach((hertz, nth) => playTone(audio, hertz, audio.currentTime + nth * STEP_S));
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
