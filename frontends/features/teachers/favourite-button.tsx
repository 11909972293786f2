import type { ApiClient } from '@darsi/client/api/api-client.ts'
import { invalidate } from '@darsi/client/query/query-client.ts'
import { useAction } from '@darsi/client/query/use-action.ts'
import { IconButton } from '@darsi/design/forms/button.tsx'
import { HeartFilledIcon, HeartIcon } from '@darsi/design/graphics/icons.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../texts.ts'
import type { TeacherCard } from './filters.ts'

type Props = {
  api: ApiClient
  teacher: Pick<TeacherCard, 'id' | 'name' | 'favourite'>
  onChange: (favourite: boolean) => void
}

/** Shows the change at once and reverts it if the server refuses. */
export function FavouriteButton({ api, teacher, onChange }: Props) {
  const t = useTranslator(texts.teachers)
  const { id, name, favourite } = teacher
  const { run } = useAction({ inToast: true, onFailure: () => onChange(favourite) })
  const toggle = () =>
    run(async () => {
      onChange(!favourite)
      const params = { teacherId: id }
      if (favourite) await api.call('DELETE /favorites/:teacherId', { params })
      else await api.call('PUT /favorites/:teacherId', { params })
      invalidate(api, 'favourite')
    })
  return (
    <IconButton
      icon={favourite ? HeartFilledIcon : HeartIcon}
      className="ds-favourite"
      label={t(favourite ? 'unfavourite' : 'favourite', { name })}
      onClick={() => void toggle()}
    />
  )
}
