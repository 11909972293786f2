import { type Language, languageNames, languages } from '@darsi/contracts/reference/languages.ts'
import { Menu } from '../dialogs/menu.tsx'
import { GlobeIcon, type IconComponent, MonitorIcon, MoonIcon, SunIcon } from '../graphics/icons.tsx'
import { useTranslator } from '../i18n/i18n.tsx'
import { designTexts } from '../i18n/texts.ts'
import { type Theme, themes } from '../styles/apply-theme.ts'
import { useTheme } from '../styles/theme.ts'

type LanguageMenuProps = {
  language: Language
  onChange: (language: Language) => void
}

/** The languages by their own names, each in its script. */
export function LanguageMenu({ language, onChange }: LanguageMenuProps) {
  const t = useTranslator(designTexts.ui)
  const items = languages.map((each) => ({
    id: each,
    label: languageNames[each],
    lang: each,
    checked: each === language,
    onSelect: () => onChange(each),
  }))
  return (
    <Menu
      label={`${t('language')}: ${languageNames[language]}`}
      icon={GlobeIcon}
      trigger={languageNames[language]}
      items={items}
    />
  )
}

const themeIcons: Record<Theme, IconComponent> = { system: MonitorIcon, light: SunIcon, dark: MoonIcon }

export function ThemeMenu() {
  const t = useTranslator(designTexts.ui)
  const [theme, setTheme] = useTheme()
  const names = { system: t('themeSystem'), light: t('themeLight'), dark: t('themeDark') }
  const items = themes.map((each) => ({
    id: each,
    label: names[each],
    icon: themeIcons[each],
    checked: each === theme,
    onSelect: () => setTheme(each),
  }))
  return (
    <Menu label={`${t('theme')}: ${names[theme]}`} icon={themeIcons[theme]} trigger={null} items={items} />
  )
}
