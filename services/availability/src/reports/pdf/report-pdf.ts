import type { ProgressReport } from '@darsi/contracts/calls/availability/sessions-api.ts'
import { textOf } from '@darsi/contracts/reference/i18n/fill-in.ts'
import { type Language, localeOf } from '@darsi/contracts/reference/languages.ts'
import { subjectName } from '@darsi/contracts/reference/subjects.ts'
import { timeZone } from '@darsi/contracts/reference/tunis-time.ts'
import { colonIn } from '@darsi/contracts/texts/no-break.ts'
import { productName } from '@darsi/contracts/texts/product.ts'
import { texts } from '../../texts/texts.ts'
import { createPaper } from './paper.ts'

const quiet = { size: 10.5, colour: '#5b6773' }
const heading = { size: 12, weight: 600, colour: '#0f766e', after: 2 } as const
const body = { size: 11.5, after: 14 }
const typed = { ...body, isTyped: true } as const

/** A progress report as PDF, in the reader's language and direction. */
export function reportPdf(report: ProgressReport, language: Language): Promise<Buffer> {
  const efforts = texts.efforts[language]
  const label = (name: NonNullable<typeof texts.report.keys>) =>
    textOf(texts.report[language], name, {}, language)
  const dated = (instant: string) =>
    new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone }).format(new Date(instant))
  const subject = subjectName(report.subject, language)
  const paper = createPaper({ language, title: `${label('title')} · ${report.studentName}` })

  paper.text(productName[language], { size: 11, weight: 600, colour: '#0f766e', after: 6 })
  paper.text(label('title'), { size: 22, weight: 600, after: 8 })
  const facts = [
    [label('student'), report.studentName],
    [label('teacher'), report.teacherName],
    [label('subject'), subject],
    // noon, which is the same day in every time zone
    [label('date'), dated(`${report.date}T12:00:00Z`)],
  ]
  for (const [name, value] of facts)
    if (value) paper.text(`${name}${colonIn(language)} ${value}`, { size: 11.5 })
  paper.text('', { size: 4 })
  paper.rule('#d7dde3')

  paper.text(label('topics'), heading)
  paper.text(report.topics, typed)
  paper.text(label('effort'), { ...heading, after: 4 })
  paper.scale(report.effort, Object.keys(efforts).length)
  paper.text(efforts[report.effort] ?? '', body)
  for (const name of ['homework', 'note'] as const) {
    if (report[name] === '') continue
    paper.text(label(name), heading)
    paper.text(report[name], typed)
  }
  paper.rule('#d7dde3')
  paper.text(`${label('written')} ${dated(report.writtenAt)}`, quiet)
  return paper.end()
}
