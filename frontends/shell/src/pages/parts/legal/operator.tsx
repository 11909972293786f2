import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { support } from '../../../support.ts'
import { texts } from '../../../texts.ts'

/** Who runs this site: nothing until the operator has set a name. */
export function Operator() {
  const t = useTranslator(texts.operator)
  const { name, address, declaration } = support().operator
  if (name === '') return null
  return (
    <section>
      <h2>{t('title')}</h2>
      <address>
        <p>{address === '' ? name : t('nameAndAddress', { name, address })}</p>
        <p>
          <a className="ds-ltr" href={`mailto:${support().email}`}>
            {support().email}
          </a>
        </p>
        {declaration !== '' && <p>{t('declaration', { number: declaration })}</p>}
      </address>
    </section>
  )
}
