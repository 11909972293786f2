export { AvailabilityGrid } from './availability-grid.tsx'
export { AvailabilityPanel } from './availability-panel.tsx'
export { block, weekdays } from './availability-week.ts'
