export { ContactHint } from './contact-hint.tsx'
