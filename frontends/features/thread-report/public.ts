export { ReportDialog, type Reported } from './report-dialog.tsx'
