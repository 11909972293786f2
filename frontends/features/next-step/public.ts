export { ParentNextStep, StudentNextStep, TeacherNextStep } from './next-step-card.tsx'
