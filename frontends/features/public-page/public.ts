export { FetchedPhoto } from './fetched-photo.tsx'
export { OwnPhoto } from './own-photo.tsx'
export { PublicPageCard } from './public-page-card.tsx'
export { ReviewedPhoto } from './reviewed-photo.tsx'
