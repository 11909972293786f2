export { PlatformAnalytics } from './platform-analytics.tsx'
export { TeachingReportCard } from './teaching-report-card.tsx'
