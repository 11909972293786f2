import { Button } from '../forms/button.tsx'
import type { IconComponent } from '../graphics/icons.tsx'
import { Card } from './card.tsx'

type Props = {
  title: string
  /** The first one is the primary button. */
  actions: readonly { label: string; icon: IconComponent; onClick: () => void }[]
}

/** The usual next steps of a role, on its overview. */
export const QuickActions = ({ title, actions }: Props) => (
  <Card title={title}>
    <div className="ds-row">
      {actions.map(({ label, icon, onClick }, index) => (
        <Button key={label} variant={index === 0 ? 'primary' : 'secondary'} icon={icon} onClick={onClick}>
          {label}
        </Button>
      ))}
    </div>
  </Card>
)
