import type { Child } from './child.ts'

export type ChildDocument = Child & { changedAt?: Date; erasedAt?: Date | null }
