export { CommunityFigures } from './community-figures.tsx'
