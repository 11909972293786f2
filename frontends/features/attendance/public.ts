export { AttendancePanel } from './attendance-panel.tsx'
