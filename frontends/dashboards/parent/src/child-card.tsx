import { Avatar } from '@darsi/ui/avatar.tsx'
import { Card } from '@darsi/ui/card.tsx'
import { formatNumber } from '@darsi/ui/catalogue.ts'
import { DefinitionList } from '@darsi/ui/definition-list.tsx'
import { useLanguage, useTranslator } from '@darsi/ui/i18n.tsx'
import type { Child } from './child.ts'
import { texts } from './texts.ts'

export function ChildCard({ child }: { child: Child }) {
  const t = useTranslator(texts)
  const language = useLanguage()
  const facts = [
    { id: 'age', term: t('age'), value: child.age === null ? '' : formatNumber(child.age, language) },
    { id: 'level', term: t('level'), value: child.level },
    { id: 'grade', term: t('grade'), value: child.grade },
    { id: 'school', term: t('schoolType'), value: child.schoolType },
    { id: 'program', term: t('program'), value: child.program },
    { id: 'subjects', term: t('subjects'), value: child.subjects.join(t('listSeparator')) },
  ]
  return (
    <Card level={3} title={<span dir="auto">{child.name}</span>} aside={<Avatar name={child.name} />}>
      <DefinitionList items={facts.filter(({ value }) => value !== '')} />
    </Card>
  )
}
