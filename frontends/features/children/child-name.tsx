import { Avatar } from '@darsi/design/layout/avatar.tsx'

/** The title of a child's card. */
export const ChildName = ({ name }: { name: string }) => (
  <span className="ds-child-name">
    <Avatar name={name} />
    <span dir="auto">{name}</span>
  </span>
)
