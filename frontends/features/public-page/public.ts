export { FetchedPhoto } from './fetched-photo.tsx'
export { PublicPageCard } from './lazy-card.tsx'
export { OwnPhoto } from './own-photo.tsx'
export { ReviewedPhoto } from './reviewed-photo.tsx'
