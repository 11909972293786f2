import { demoTeacherIds } from '@darsi/contracts/reference/demo.ts'
import { type Slot, selectableSlots, slotCode } from '@darsi/contracts/reference/hours.ts'
import type { Role } from '@darsi/contracts/reference/roles.ts'
import { isProblem } from '@darsi/kit/http/problem.ts'
import type { GridStore } from './grid-store.ts'

/** Saves a weekly grid for each demo account that has none. */
export async function seedDemoGrids(store: Pick<GridStore, 'find' | 'save'>, at: Date): Promise<void> {
  for (const grid of demoGrids) {
    if ((await store.find(grid.userId)).template.savedAt) continue
    try {
      await store.save({ ...grid, weekOffset: 0, at })
    } catch (error) {
      // the demo account was erased
      if (!isProblem(error, 'not-found')) throw error
    }
  }
}

const people: readonly { userId: string; role: Role }[] = [
  { userId: 'demo-student', role: 'student' },
  { userId: 'demo-teacher', role: 'teacher' },
  ...demoTeacherIds.map((userId) => ({ userId, role: 'teacher' as const })),
]

export const demoGrids = people.map((person, index) => ({
  ...person,
  slots: selectableSlots.filter((slot) => isFree(index, slot)).map(slotCode),
}))

/** Some are free in the late afternoon, some on Saturdays, some in the mornings of two days. */
function isFree(index: number, { day, hour }: Slot): boolean {
  const habits = [
    hour >= 16 && day <= 5 && (day + index) % 2 === 0,
    day === 6 || (hour >= 17 && day === 1 + (index % 5)),
    hour <= 12 && (day === 1 + (index % 5) || day === 6),
    hour >= 15 && hour <= 18 && (day + index) % 3 !== 0,
  ]
  return habits[index % habits.length] ?? false
}
