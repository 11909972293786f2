import type { schoolSections } from '@darsi/contracts/reference/curriculum.ts'
import type {
  AdultLearningType,
  ChildLevel,
  EducationalProgram,
  EducationLevel,
  EmploymentStatus,
  EnglishLevel,
  Grade,
  SchoolType,
} from '@darsi/contracts/reference/levels.ts'
import type { SelfRegistrationRole } from '@darsi/contracts/reference/roles.ts'
import type { ParentSubject, StudentSubject, TeacherSubject } from '@darsi/contracts/reference/subjects.ts'
import { phonePrefix } from '@darsi/contracts/rules/registration/registration-rules.ts'

/** The form's values. Names follow the registration payload (spec §3), so that errors find their fields. */
export type Values = {
  fullName: string
  email: string
  phone: string
  password: string
  userType: SelfRegistrationRole | ''
  location: PlaceValues
  teacher: TeacherValues
  student: StudentValues
  parent: ParentValues
  admin: AdminValues
}

export type PlaceValues = {
  governorate: number | null
  delegation: number | null
  municipality: string
  local_area: string
  service_radius: string
}

export type TeacherValues = {
  teachingSubjects: readonly TeacherSubject[]
  otherLanguage: string
  otherSubjects: string
  employmentStatus: EmploymentStatus | ''
  acceptTerms: boolean
  emailNotifications: boolean
}

export type StudentValues = {
  educationLevel: EducationLevel | ''
  currentGrade: Grade | ''
  section: keyof typeof schoolSections | ''
  birthYear: string
  guardianEmail: string
  subjects: readonly StudentSubject[]
  otherSubject: string
  adultLearningType: AdultLearningType | ''
  englishLevel: EnglishLevel | ''
  professionalCareer: string
  additionalInfo: string
}

export type ParentValues = {
  childName: string
  childAge: string
  childEducationLevel: ChildLevel | ''
  childGrade: Grade | ''
  schoolType: SchoolType | ''
  educationalProgram: EducationalProgram | ''
  otherEducationalProgram: string
  tutoringSubjects: readonly ParentSubject[]
  additionalInfo: string
}

type AdminValues = { adminReason: string }

export const emptyValues: Values = {
  fullName: '',
  email: '',
  phone: `${phonePrefix} `,
  password: '',
  userType: '',
  location: { governorate: null, delegation: null, municipality: '', local_area: '', service_radius: '' },
  teacher: {
    teachingSubjects: [],
    otherLanguage: '',
    otherSubjects: '',
    employmentStatus: '',
    acceptTerms: false,
    emailNotifications: true,
  },
  student: {
    educationLevel: '',
    currentGrade: '',
    section: '',
    birthYear: '',
    guardianEmail: '',
    subjects: [],
    otherSubject: '',
    adultLearningType: '',
    englishLevel: '',
    professionalCareer: '',
    additionalInfo: '',
  },
  parent: {
    childName: '',
    childAge: '',
    childEducationLevel: '',
    childGrade: '',
    schoolType: '',
    educationalProgram: '',
    otherEducationalProgram: '',
    tutoringSubjects: [],
    additionalInfo: '',
  },
  admin: { adminReason: '' },
}

/**
 * Adds the prefix to eight digits and groups them: 20 123 456. Other input is left unchanged for the user to
 * correct.
 */
export function tidyPhone(phone: string): string {
  const digits = phone.replace(/[^\d+]/g, '').replace(/^(?:\+|00)?216(?=\d{8}$)/, '')
  const [, first, second, third] = /^(\d{2})(\d{3})(\d{3})$/.exec(digits) ?? []
  return first === undefined ? phone : `${phonePrefix} ${first} ${second} ${third}`
}

/** The typed number; null for an empty field, and NaN, which every rule refuses, for other text. */
export const numberTyped = (text: string): number | null => (text.trim() === '' ? null : Number(text))

/** spec §3: for these subjects a student gives more details. */
export const needsOtherSubject = (subjects: readonly StudentSubject[]): boolean =>
  subjects.some(
    (subject) => subject === 'other-language' || subject === 'other-subjects' || subject === 'other',
  )
