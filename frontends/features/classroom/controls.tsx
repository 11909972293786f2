import type { Classroom } from '@darsi/contracts/calls/classroom/classroom-api.ts'
import { ConfirmDialog } from '@darsi/design/dialogs/dialog.tsx'
import { Menu } from '@darsi/design/dialogs/menu.tsx'
import { Button, IconButton } from '@darsi/design/forms/button.tsx'
import { FlagIcon, MessageIcon, MoreIcon, RefreshIcon } from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useState } from 'react'
import { texts } from '../texts.ts'
import type { Call, CallState } from './call/call.ts'
import {
  CameraIcon,
  CameraOffIcon,
  HandIcon,
  LeaveIcon,
  MicrophoneIcon,
  MicrophoneOffIcon,
  ScreenIcon,
} from './classroom-icons.tsx'
import { DeviceDialog } from './device-dialog.tsx'

type Props = {
  room: Classroom
  me: string
  call: CallState | null
  media: Call | null
  talking: boolean
  onTalk: () => void
  onReport: () => void
  onLeave: () => void
  onMove: (move: 'admit' | 'hold' | 'end') => void
  onHand: (raised: boolean) => void
  onWrite: (userId: string, write: boolean) => void
}

const admitTexts = { lobby: 'start', live: 'letIn', held: 'resume', ended: 'start' } as const

/** The buttons of the room, at the bottom. */
export function Controls({ room, me, call, media, talking, onTalk, onHand, onMove, ...rest }: Props) {
  const t = useTranslator(texts.classroom)
  const raised = room.people.find(({ userId }) => userId === me)?.handRaised ?? false
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a question, these are buttons
    <div className="ds-classroom-controls" role="group" aria-label={t('controls')}>
      {room.rights.admit && <Button onClick={() => onMove('admit')}>{t(admitTexts[room.state])}</Button>}
      {call && media && <MediaButtons room={room} call={call} media={media} />}
      {room.part !== 'teacher' && (
        <IconButton
          icon={HandIcon}
          label={t(raised ? 'lowerHand' : 'raiseHand')}
          aria-pressed={raised}
          onClick={() => onHand(!raised)}
        />
      )}
      <IconButton icon={MessageIcon} label={t('messages')} aria-pressed={talking} onClick={onTalk} />
      <MoreMenu room={room} media={call && media} onMove={onMove} {...rest} />
      <Button variant="danger" icon={LeaveIcon} onClick={rest.onLeave}>
        <span className="ds-classroom-leave">{t('leave')}</span>
      </Button>
    </div>
  )
}

// no telephone can
const canShare = 'getDisplayMedia' in (navigator.mediaDevices ?? {})

type MediaProps = { room: Classroom; call: CallState; media: Call }

function MediaButtons({ room, call, media }: MediaProps) {
  const t = useTranslator(texts.classroom)
  return (
    <>
      <IconButton
        icon={call.microphone ? MicrophoneIcon : MicrophoneOffIcon}
        label={t(call.microphone ? 'mute' : 'unmute')}
        aria-pressed={!call.microphone}
        onClick={() => media.set('microphone', !call.microphone)}
      />
      <IconButton
        icon={call.camera ? CameraIcon : CameraOffIcon}
        label={t(call.camera ? 'cameraOff' : 'cameraOn')}
        aria-pressed={call.camera}
        onClick={() => media.set('camera', !call.camera)}
      />
      {call.camera && call.canTurnCamera && (
        <IconButton icon={RefreshIcon} label={t('turnCamera')} onClick={media.turnCamera} />
      )}
      {room.rights.shareScreen && canShare && (
        <IconButton
          icon={ScreenIcon}
          label={t(call.sharing ? 'stopSharing' : 'shareScreen')}
          aria-pressed={call.sharing}
          onClick={() => media.set('screen', !call.sharing)}
        />
      )}
    </>
  )
}

type MoreProps = Pick<Props, 'room' | 'media' | 'onReport' | 'onMove' | 'onWrite'>

function MoreMenu({ room, media, onReport, onMove, onWrite }: MoreProps) {
  const t = useTranslator(texts.classroom)
  const [ending, setEnding] = useState(false)
  const [choosing, setChoosing] = useState(false)
  const { rights } = room
  const learners = rights.giveRights ? room.people.filter(({ draws }) => draws) : []
  const leading = [
    ...(media ? [{ id: 'devices', label: t('devices'), onSelect: () => setChoosing(true) }] : []),
    ...learners.map(({ userId, name, mayWrite }) => ({
      id: `write-${userId}`,
      label: t(mayWrite ? 'stopWriting' : 'letWrite', { name }),
      onSelect: () => onWrite(userId, !mayWrite),
    })),
    ...(rights.hold ? [{ id: 'hold', label: t('hold'), onSelect: () => onMove('hold') }] : []),
    ...(rights.end
      ? [{ id: 'end', label: t('endLesson'), danger: true, onSelect: () => setEnding(true) }]
      : []),
  ]
  return (
    <>
      <Menu
        label={t('more')}
        trigger={null}
        icon={MoreIcon}
        items={[...leading, { id: 'report', label: t('report'), icon: FlagIcon, onSelect: onReport }]}
      />
      {choosing && media && <DeviceDialog media={media} onClose={() => setChoosing(false)} />}
      <ConfirmDialog
        open={ending}
        danger
        title={t('endTitle')}
        confirmLabel={t('endLesson')}
        onConfirm={() => {
          setEnding(false)
          onMove('end')
        }}
        onCancel={() => setEnding(false)}
      >
        {t('endText')}
      </ConfirmDialog>
    </>
  )
}
