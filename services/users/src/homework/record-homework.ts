import type { Sealer } from '@darsi/kit/events/seal.ts'
import * as z from 'zod'
import type { ThreadStore } from '../threads/thread-store.ts'
import { type Utterance, utteranceOf } from '../utterances/utterance.ts'
import { type RecordParts, recordWords } from '../utterances/utterance-store.ts'
import type { Homework } from './homework.ts'
import type { HomeworkStore } from './homework-store.ts'

type RecordHomeworkParts = RecordParts & { threads: Pick<ThreadStore, 'find'>; sealer: Sealer }
type Stored = Homework & { _id: string }

const content = z.object({ title: z.string().default(''), text: z.string() })

/** Stores what homework says now: its task, its hand-in and its mark, each once. */
export async function recordHomework(parts: RecordHomeworkParts, homework: Stored): Promise<void> {
  if (homework.state === 'withdrawn') await parts.utterances.withdraw(homework._id)
  const thread = await parts.threads.find(homework.threadId)
  if (thread)
    await recordWords(
      parts,
      textsOf(parts.sealer, homework).map((said) => utteranceOf(thread, said)),
    )
}

/** After a crash between a write and `recordHomework`. */
export async function recordHomeworkOf(
  parts: RecordHomeworkParts & { homework: Pick<HomeworkStore, 'find'> },
  { data }: { data: { homeworkId: string } },
): Promise<void> {
  const homework = await parts.homework.find(data.homeworkId)
  if (homework) await recordHomework(parts, homework)
}

type Said = Pick<Utterance, 'by' | 'field' | 'about' | 'at' | 'sealed' | 'files'>

/** Without emptied texts: those of erased accounts. */
function textsOf(sealer: Sealer, { _id: about, teacherId, ...homework }: Stored): Said[] {
  const { sealed, files, setAt, handIn, mark } = homework
  const textOf = (each: string) => {
    const { title, text } = content.parse(sealer.unseal(each))
    return [title, text].filter((line) => line !== '').join('\n')
  }
  const said: (Omit<Said, 'sealed' | 'about'> & { text: string })[] = [
    { field: 'homework', by: teacherId, at: setAt, text: textOf(sealed), files },
  ]
  if (handIn) said.push({ ...handIn, field: 'hand-in', text: textOf(handIn.sealed) })
  if (mark) said.push({ field: 'mark', by: teacherId, at: mark.at, text: textOf(mark.sealed), files: [] })
  return said
    .filter(({ text, files: named }) => text !== '' || named.length > 0)
    .map(({ field, by, at, text, files: named }) => ({
      ...{ field, about, by, at, sealed: sealer.seal({ text }), files: named },
    }))
}
