import { Avatar } from '../avatar.tsx'
import { Badge } from '../badge.tsx'
import { Button } from '../button.tsx'
import { Card } from '../card.tsx'
import { formatNumber } from '../catalogue.ts'
import { DefinitionList } from '../definition-list.tsx'
import { useLanguage, useTranslator } from '../i18n.tsx'
import { type Child, childWords } from './child.ts'
import { childrenTexts } from './children-texts.ts'

type Props = { child: Child; onEdit: () => void; onInvite: () => void; onRemove: () => void }

export function ChildCard({ child, onEdit, onInvite, onRemove }: Props) {
  const t = useTranslator(childrenTexts)
  const language = useLanguage()
  const words = childWords(child, language, new Date())
  const list = (items: readonly string[]) => items.join(t('listSeparator'))
  const facts = [
    { id: 'age', term: t('age'), value: words.age === null ? '' : formatNumber(words.age, language) },
    { id: 'level', term: t('level'), value: words.level },
    { id: 'grade', term: t('grade'), value: words.grade },
    { id: 'school', term: t('schoolType'), value: words.schoolType },
    { id: 'program', term: t('program'), value: words.program },
    { id: 'subjects', term: t('subjects'), value: list(words.subjects) },
    { id: 'info', term: t('additionalInfo'), value: child.additionalInfo },
    {
      id: 'connections',
      term: t('connections'),
      value: child.activeConnections === 0 ? '' : formatNumber(child.activeConnections, language),
    },
    { id: 'teachers', term: t('teachers'), value: list(child.currentTeachers.map(({ name }) => name)) },
    {
      id: 'guardians',
      term: t('guardians'),
      value: child.guardians.length > 1 ? list(child.guardians.map(({ name }) => name)) : '',
    },
  ]
  const button = (
    words: string,
    onClick: () => void,
    variant: 'secondary' | 'danger-quiet' = 'secondary',
  ) => (
    <Button
      size="sm"
      variant={variant}
      aria-label={t('actionOf', { action: words, name: child.firstName })}
      onClick={onClick}
    >
      {words}
    </Button>
  )
  return (
    <Card
      as="li"
      level={3}
      title={
        <span className="ds-child-name">
          <Avatar name={child.firstName} />
          <span dir="auto">{child.firstName}</span>
        </span>
      }
      aside={child.accountId !== null && <Badge>{t('ownAccount')}</Badge>}
      actions={
        <>
          {button(t('edit'), onEdit)}
          {button(t('invite'), onInvite)}
          {button(t('remove'), onRemove, 'danger-quiet')}
        </>
      }
    >
      <DefinitionList items={facts.filter(({ value }) => value !== '')} />
    </Card>
  )
}
