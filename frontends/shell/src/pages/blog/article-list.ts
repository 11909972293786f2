import type { Language } from '@darsi/contracts/reference/languages.ts'
import {
  BookIcon,
  FileIcon,
  GlobeIcon,
  GraduationIcon,
  type IconComponent,
  ShieldIcon,
  VideoIcon,
} from '@darsi/design/graphics/icons.tsx'
import { translator } from '@darsi/design/i18n/catalogue.ts'
import type { PageHead } from '../../page-module.ts'
import { texts } from '../../texts.ts'

type Entry = { readers: 'forParents' | 'forStudents' | 'forTeachers'; icon: IconComponent }

/** In the order of the blog. Each article has its own page, `/blog/<slug>`. */
export const articles = {
  'five-questions': { readers: 'forParents', icon: FileIcon },
  'online-safety': { readers: 'forParents', icon: ShieldIcon },
  'bac-without-panic': { readers: 'forStudents', icon: GraduationIcon },
  'maths-changes-language': { readers: 'forStudents', icon: GlobeIcon },
  'weak-connection': { readers: 'forStudents', icon: VideoIcon },
  'first-lesson': { readers: 'forTeachers', icon: BookIcon },
} as const satisfies Readonly<Record<string, Entry>>

export type Slug = keyof typeof articles

// `as`: Object.keys loses the type of the keys
export const slugs = Object.keys(articles) as Slug[]

export const articleHead =
  (slug: Slug) =>
  (language: Language): PageHead => {
    const t = translator(texts.heads, language)
    return { title: t(`${slug}Title`), description: t(`${slug}Text`), article: true }
  }
