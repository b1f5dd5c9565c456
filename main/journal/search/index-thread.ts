// What runs in the thread that writes the indexes of activities (reader.ts starts it), and nothing else: journals are
// opened through connections that cannot write.
import { answerQuestions } from '#main/journal/answer-questions.ts';
import { giveWay } from '#main/journal/give-way.ts';
import { updateIndex } from '#main/journal/search/update-index.ts';
import type { IndexAnswer, IndexJob } from '#main/journal/types.ts';

const QUESTIONS = {
  updateIndex: (job: IndexJob): IndexAnswer => updateIndex(job),
};

export type IndexQuestions = typeof QUESTIONS;

giveWay('PRIORITY_LOW');
answerQuestions(QUESTIONS);
