export { ContactHint } from './contact-hint.tsx'
export { HeldCause, PauseCause } from './lazy-causes.tsx'
