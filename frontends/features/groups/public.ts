export { OfferedGroups } from './offered-groups.tsx'
export { OpenGroups } from './open-groups.tsx'
