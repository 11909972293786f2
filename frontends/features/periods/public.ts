export { type Period, PeriodNotes } from './period-notes.tsx'
export { PeriodsPanel } from './periods-panel.tsx'
