export { ChildSummaries } from './child-summaries.tsx'
export { ChildrenPanel } from './children-panel.tsx'
export { ConsentRequests } from './consent-requests.tsx'
export { useLearners } from './use-learners.ts'
