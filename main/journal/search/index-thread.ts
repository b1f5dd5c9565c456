// What runs in the thread that writes the indexes of activities (reader.ts starts it), and nothing else: journals are
// opened through connections that cannot write.
import { constants, setPriority } from 'node:os';
import { answerQuestions } from '#main/journal/answer-questions.ts';
import { updateIndex } from '#main/journal/search/update-index.ts';
import type { IndexAnswer, IndexJob } from '#main/journal/types.ts';

const QUESTIONS = {
  updateIndex: (job: IndexJob): IndexAnswer => updateIndex(job),
};

export type IndexQuestions = typeof QUESTIONS;

// There it is the priority of this thread alone, elsewhere that of main as well.
try {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
} catch {
  // It has its pauses.
}

answerQuestions(QUESTIONS);
