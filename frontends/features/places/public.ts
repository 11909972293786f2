export { PlaceFields } from './place-fields.tsx'
