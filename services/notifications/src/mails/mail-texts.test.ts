import type { DarsiEvent } from '@darsi/contracts/events/events.ts'
import { languages } from '@darsi/contracts/reference/languages.ts'
import { describe, expect, it } from '@jest/globals'
import { notificationsOf } from '../notifications/table.ts'
import { render } from './render.ts'
import { type MailKind, type MailText, mailKinds, texts } from './texts.ts'

/** Values typed by people; `answer` is an administrator's. All others are generated: dates, tables, references. */
const typed = new Set(
  'name device message student teacher note from place reason email phone answer child guardian alternatives notes'.split(
    ' ',
  ),
)

/**
 * Which typed values each kind of mail may contain. A kind that is missing here contains none; only those kinds may go
 * to unproven addresses. `device` is one of our names for browsers and systems.
 */
const mayCarry: { readonly [Kind in MailKind]?: readonly string[] } = {
  welcome: ['name'],
  'session-ended': ['device'],
  'new-device': ['device'],
  'account-rejected': ['reason'],
  'account-suspended': ['reason'],
  'upgrade-granted': ['note'],
  'card-approved': ['name', 'note'],
  'card-refused': ['name', 'note'],
  'upgrade-refused': ['note'],
  'proof-accepted': ['name', 'document'],
  'proof-refused': ['name', 'document', 'reason'],
  'proof-due': ['name'],
  'photo-removed': ['name', 'reason'],
  // the team's own mailbox
  'contact-forwarded': ['name', 'email', 'phone', 'message'],
  'contact-answered': ['answer'],
  // the guardian must know who asks; a first name with letters only
  'guardian-invited': ['student'],
  'guardian-returned': ['student'],
  'connection-requested': ['name', 'student', 'message'],
  'guardian-consent': ['name', 'student', 'teacher', 'message'],
  'connection-approved': ['name', 'student', 'teacher', 'note'],
  'connection-declined': ['name', 'student', 'teacher', 'note', 'alternatives'],
  'connection-expiring': ['name', 'student', 'teacher'],
  'connection-expired': ['name', 'student', 'teacher', 'alternatives'],
  'place-offered': ['name', 'teacher'],
  'place-lapsed': ['name', 'teacher'],
  'connection-ended': ['name', 'student', 'teacher', 'note'],
  'connection-paused': ['name', 'student', 'teacher'],
  'connection-reopened': ['name', 'student', 'teacher'],
  'text-released': ['name', 'student', 'teacher'],
  'messages-waiting': ['name', 'from'],
  'lesson-booked': ['name', 'student', 'teacher', 'place', 'notes'],
  'lesson-proposed': ['name', 'student', 'teacher', 'place', 'notes'],
  'lesson-unconfirmed': ['name', 'student', 'teacher'],
  'lesson-moved': ['name', 'student', 'teacher', 'place'],
  'lesson-changed': ['name', 'student', 'teacher', 'place', 'notes'],
  'lesson-cancelled': ['name', 'student', 'teacher', 'reason'],
  'lessons-cancelled': ['name', 'student', 'teacher', 'reason'],
  'lesson-reminder-24h': ['name', 'student', 'teacher', 'place', 'notes'],
  'lesson-reminder-1h': ['name', 'student', 'teacher', 'place', 'notes'],
  'classroom-reminder-24h': ['name', 'student', 'teacher', 'place', 'notes'],
  'classroom-reminder-1h': ['name', 'student', 'teacher', 'place', 'notes'],
  'lesson-missed': ['name', 'student', 'teacher', 'reason'],
  'group-short': ['name'],
  'group-too-small': ['name'],
  'homework-set': ['name', 'student', 'teacher'],
  'homework-due': ['name', 'student'],
  'homework-handed-in': ['name', 'student'],
  'homework-marked': ['name', 'student', 'teacher'],
  'report-written': ['name', 'student', 'teacher'],
  'review-written': ['name', 'student'],
  'safety-alert': ['name'],
  'safety-answered': ['name'],
  'safety-message': ['name'],
  // of a fixed list of reasons
  'safety-raised': ['reason'],
  'safety-escalated': ['reason'],
  'safety-stopped': ['reason'],
  'of-age': ['name'],
  'of-age-guardian': ['name', 'student'],
  'take-over': ['name', 'student'],
  // to approved parents, who have to know the person concerned
  'guardian-joined': ['name', 'child', 'guardian'],
  'guardian-left': ['name', 'child', 'guardian'],
  'learner-left': ['name', 'child'],
  'consent-asked': ['name', 'child', 'guardian'],
  'consent-renewed': ['name', 'child', 'guardian'],
  'guardian-asked': ['name', 'child', 'guardian'],
  'guardian-refused': ['name', 'child', 'guardian'],
  'age-asked': ['name', 'child'],
  'age-applied': ['name', 'child'],
  'age-refused': ['name', 'child'],
}

const wordsIn = ({ subject, title, lines, note = '' }: MailText): string[] => {
  const all = [subject, title, ...lines, note].join(' ')
  return [...all.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '').filter((word) => typed.has(word))
}

describe('whose words a mail carries', () => {
  it.each(mailKinds.flatMap((kind) => languages.map((language) => [kind, language] as const)))(
    '%s in %s: nobody’s but those of the table',
    (kind, language) => {
      const allowed = mayCarry[kind] ?? []
      expect(wordsIn(texts[language].mails[kind]).filter((word) => !allowed.includes(word))).toEqual([])
    },
  )

  it.each(mailKinds.flatMap((kind) => languages.map((language) => [kind, language] as const)))(
    '%s in %s says beside an hour that it is one of Tunisia',
    (kind, language) => {
      const { lines, note = '' }: MailText = texts[language].mails[kind]
      const all = [...lines, note].join(' ')
      const zone = { en: /in Tunisia\)/, fr: /heure de Tunisie\)/, ar: /بتوقيت تونس\)/ }[language]
      if (/\{(when|until|due|before|investigateBy)\}/.test(all)) expect(all).toMatch(zone)
    },
  )

  const shown = (kind: MailKind, params: Record<string, string>) => {
    const { subject, text, html } = render({ kind, language: 'en', params })
    return [subject, text, html].join('\n')
  }

  it('a name has only letters and is short', () => {
    const name = `Call +216 20 123 456 www.evil.example ${'a'.repeat(300)}`
    const mail = shown('connection-requested', { name, student: name, subject: 'Physics', message: '' })
    expect(mail).not.toMatch(/\d{2} \d{3}|evil\.example|a{100}/)
  })

  it.each(['+216 20 123 456', '20.12.34.56', '(20) 123-456', '٢٠ ١٢٣ ٤٥٦', '0021620123456'])(
    'the telephone number %s in a message stays out, and a long message is cut',
    (phone) => {
      const message = `Please call ${phone} now. ${'word '.repeat(500)}`
      const mail = shown('guardian-consent', { name: 'A', student: 'B', teacher: 'C', subject: 'D', message })
      expect(mail.replace(/\u200b/g, '')).not.toContain(phone)
      expect(mail).not.toMatch(/(?:word ){120}/)
    },
  )

  it('an invited guardian, whose address the learner typed, reads no more than a first name', () => {
    const event: DarsiEvent<'guardian.invited'> = {
      ...{ type: 'guardian.invited', producer: 'users', subject: 'i', sequence: 1, time: '' },
      data: { invitationId: 'i', studentId: 's', expiresAt: '', isFormer: false },
      id: 'users.i.1',
      personal: { email: 'g@example.tn', studentName: 'Amina you have won', language: 'en', token: 't' },
    }
    const [mail] = notificationsOf(event, '')
    expect(mail?.params).toMatchObject({ student: 'Amina' })
  })

  it('the team reads all of a contact message', () => {
    const message = 'My number is 20 123 456'
    expect(shown('contact-forwarded', { name: 'A', message, phone: '+21620123456' })).toContain('20 123 456')
  })
})
