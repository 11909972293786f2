import type { Classroom } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import { classNames } from '@darsi/design/class-names.ts'
import { Badge } from '@darsi/design/feedback/badge.tsx'
import { Button } from '@darsi/design/forms/button.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { Avatar } from '@darsi/design/layout/avatar.tsx'
import { texts } from '../texts.ts'
import type { CallState } from './call/call.ts'
import { HandIcon, MicrophoneOffIcon } from './classroom-icons.tsx'
import { PictureView } from './picture.tsx'
import type { VisitState } from './visit.ts'

type Person = Classroom['people'][number]
type Props = {
  people: readonly Person[]
  me: string
  call: CallState | null
  lines: VisitState['lines']
  onEnlarge: (userId: string) => void
  onLowerHand: ((userId: string) => void) | null
}

/** Everyone in the lesson, present or not: nobody can be in the room without being listed. */
export function People({ people, ...tile }: Props) {
  const t = useTranslator(texts.classroom)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
    <ul className="ds-classroom-people" aria-label={t('people')} tabIndex={0}>
      {people.map((person) => (
        <PersonTile key={person.userId} person={person} {...tile} />
      ))}
    </ul>
  )
}

type TileProps = Omit<Props, 'people'> & { person: Person }

function PersonTile({ person, me, call, lines, onEnlarge, onLowerHand }: TileProps) {
  const t = useTranslator(texts.classroom)
  const parts = useTranslator(texts.attendance)
  const voice = call?.voices.find(({ userId }) => userId === person.userId)
  const own = person.userId === me
  const name = own ? t('you') : person.name
  // a browser that lost its connection cannot say so itself
  const line = voice?.lost ? 'lost' : (lines.get(person.userId) ?? person.line)
  return (
    <li
      className={classNames(
        'ds-classroom-person',
        voice?.speaking && 'ds-classroom-speaking',
        !person.present && 'ds-classroom-away',
      )}
    >
      {voice?.camera ? (
        <button
          type="button"
          className="ds-classroom-enlarge"
          aria-label={t('enlarge', { name })}
          onClick={() => onEnlarge(person.userId)}
        >
          <PictureView
            key={voice.camera.id}
            picture={voice.camera}
            label={t('cameraOf', { name })}
            // what is held to the other camera is to be read
            mirrored={own && call?.facesAway !== true}
          />
        </button>
      ) : (
        <Avatar name={person.name} />
      )}
      <span className="ds-classroom-who">
        <strong dir="auto">{name}</strong>
        <span className="ds-soft ds-small">
          {parts(`part_${person.part}`)}&nbsp;·{' '}
          {t(person.waiting ? 'waiting' : person.present ? 'present' : 'absent')}
        </span>
      </span>
      {person.present && voice?.muted && <MicrophoneOffIcon label={t('muted')} />}
      {person.present && line !== null && line !== 'good' && (
        <Badge tone="warning">{t(`line_${line}`)}</Badge>
      )}
      {person.handRaised &&
        (onLowerHand && !own ? (
          <Button size="sm" variant="soft" icon={HandIcon} onClick={() => onLowerHand(person.userId)}>
            {t('lowerHandOf', { name })}
          </Button>
        ) : (
          <HandIcon label={t('handRaised')} />
        ))}
    </li>
  )
}
