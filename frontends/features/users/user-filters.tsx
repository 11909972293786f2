import { Filters as FilterRow, SearchFilter, SelectFilter } from '@darsi/design/forms/filters.tsx'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../texts.ts'
import type { Filters } from './use-users.ts'

type RoleFilter = Filters['role']
type Props = {
  filters: Filters
  onChange: (part: Partial<Filters>) => void
  /** The roles that can be selected, besides all. */
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
  const t = useTranslator(texts.users)
  return (
    <FilterRow>
      <SearchFilter
        label={t('search')}
        placeholder={t('searchPlaceholder')}
        value={filters.q}
        onChange={(q) => onChange({ q })}
      />
      {withStatus && <StatusFilter value={filters.status} onChange={(status) => onChange({ status })} />}
      <SelectFilter<RoleFilter>
        label={t('roleColumn')}
        value={filters.role}
        onChange={(role) => onChange({ role })}
        options={[
          { value: 'all', label: t('all') },
          ...roles.map((role) => ({ value: role, label: t(plural[role]) })),
        ]}
      />
    </FilterRow>
  )
}

type StatusProps = { value: Filters['status']; onChange: (status: Filters['status']) => void }

export function StatusFilter({ value, onChange }: StatusProps) {
  const t = useTranslator(texts.users)
  return (
    <SelectFilter
      label={t('statusColumn')}
      value={value}
      onChange={onChange}
      options={[
        { value: 'all', label: t('all') },
        { value: 'pending', label: t('status-pending') },
        { value: 'approved', label: t('status-approved') },
        { value: 'suspended', label: t('status-suspended') },
      ]}
    />
  )
}
