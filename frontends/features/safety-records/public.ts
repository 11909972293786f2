export { SafetyRecords } from './safety-records.tsx'
