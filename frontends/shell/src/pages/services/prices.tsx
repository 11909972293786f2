import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { texts } from '../../texts.ts'
import './prices.css'

/** spec §9: platform fees are 0. */
export function Prices() {
  const t = useTranslator(texts.services)
  return (
    <div className="prices">
      <dl className="prices-list">
        {(['priceFee', 'priceCommission', 'priceMonth'] as const).map((price) => (
          <div key={price} className="prices-one">
            <dt>{t(price)}</dt>
            <dd className="prices-figure ds-numbers">{t('priceFigure')}</dd>
          </div>
        ))}
        <div className="prices-one">
          <dt>{t('priceTeacher')}</dt>
          <dd>{t('priceTeacherText')}</dd>
        </div>
      </dl>
      <p className="ds-soft">{t('priceText')}</p>
    </div>
  )
}
