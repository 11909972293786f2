import type { ComponentProps } from 'react'
import { ActionDialog } from '../action-dialog.tsx'
import { announce } from '../announce.ts'
import { useTranslator } from '../i18n.tsx'
import { lessonsTexts } from './lessons-texts.ts'

type Props = Omit<ComponentProps<typeof ActionDialog>, 'leave'>

/** What all dialogs about a lesson share: the news for the other parts. */
export function MoveFrame({ send, ...rest }: Props) {
  const t = useTranslator(lessonsTexts)
  return (
    <ActionDialog {...rest} leave={t('back')} send={() => send()?.then(() => announce('lessons')) ?? null} />
  )
}
