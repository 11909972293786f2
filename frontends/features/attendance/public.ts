export { AttendancePanel } from './attendance-panel.tsx'
export { attendanceTexts } from './texts.ts'
