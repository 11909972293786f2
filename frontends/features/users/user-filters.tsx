import { Field } from '@darsi/design/forms/field.tsx'
import { SearchInput, Select } from '@darsi/design/forms/input.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { usersTexts } from './texts.ts'
import type { Filters } from './use-users.ts'
import './users.css'

type RoleFilter = Filters['role']
type Props = {
  filters: Filters
  onChange: (part: Partial<Filters>) => void
  /** Which roles can be asked for, besides all. */
  roles: readonly Exclude<RoleFilter, 'all'>[]
  withStatus?: boolean
}

const plural = {
  student: 'students',
  teacher: 'teachers',
  parent: 'parents',
  admin: 'admins',
  'super-admin': 'superAdmins',
} as const

export function UserFilters({ filters, onChange, roles, withStatus = true }: Props) {
  const t = useTranslator(usersTexts)
  return (
    <div className="ds-user-filters">
      <Field label={t('search')}>
        <SearchInput
          placeholder={t('searchPlaceholder')}
          value={filters.q}
          maxLength={64}
          onChange={(event) => onChange({ q: event.target.value })}
        />
      </Field>
      {withStatus && (
        <Field label={t('statusColumn')}>
          <Select
            placeholder={null}
            value={filters.status}
            onChange={(status) => onChange({ status })}
            options={[
              { value: 'all', label: t('all') },
              { value: 'pending', label: t('status-pending') },
              { value: 'approved', label: t('status-approved') },
              { value: 'suspended', label: t('status-suspended') },
            ]}
          />
        </Field>
      )}
      <Field label={t('roleColumn')}>
        <Select<RoleFilter>
          placeholder={null}
          value={filters.role}
          onChange={(role) => onChange({ role })}
          options={[
            { value: 'all', label: t('all') },
            ...roles.map((role) => ({ value: role, label: t(plural[role]) })),
          ]}
        />
      </Field>
    </div>
  )
}
