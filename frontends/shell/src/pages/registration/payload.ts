import type { Api } from '@darsi/contracts/calls/api.ts'
import { sectionOfGrade } from '@darsi/contracts/reference/curriculum.ts'
import type { Language } from '@darsi/contracts/reference/languages.ts'
import { isEnglishFocus } from '@darsi/contracts/reference/levels.ts'
import { delegation } from '@darsi/contracts/reference/places/delegations.ts'
import { governorate } from '@darsi/contracts/reference/places/governorates.ts'
import { isStatedMinor, parseServiceRadius } from '@darsi/contracts/rules/registration/registration-rules.ts'
import {
  needsOtherSubject,
  numberTyped,
  type ParentValues,
  type PlaceValues,
  type StudentValues,
  type TeacherValues,
  type Values,
} from './values.ts'

type Body = Api['POST /auth/register']['body']

/** The registration payload (spec §3). Fields that are hidden on the screen are not sent. */
export function registrationBody(values: Values, language: Language, today: Date) {
  const { fullName, email, phone, password, userType } = values
  return {
    fullName: fullName.trim(),
    email: email.trim(),
    phone: phone.trim(),
    password,
    userType,
    location: location(values.location),
    roleSpecificData: roleData(values, today),
    language,
  } satisfies Body
}

function location(place: PlaceValues) {
  const { governorate: governorateId, delegation: delegationId, municipality, local_area } = place
  const radius = parseServiceRadius(place.service_radius)
  return {
    governorate: governorate(governorateId)?.name.en ?? '',
    delegation: delegation(governorateId, delegationId)?.name.en ?? '',
    municipality: municipality.trim(),
    local_area: local_area.trim(),
    service_radius: radius === null ? null : Math.round(radius),
    governorate_id: governorateId,
    delegation_id: delegationId,
  }
}

function roleData(values: Values, today: Date): Record<string, unknown> {
  if (values.userType === 'teacher') return teacherData(values.teacher)
  if (values.userType === 'student') return studentData(values.student, today)
  if (values.userType === 'parent') return parentData(values.parent)
  return values.userType === 'admin' ? { adminReason: values.admin.adminReason.trim() } : {}
}

function teacherData(data: TeacherValues) {
  const { teachingSubjects, otherLanguage, otherSubjects, employmentStatus, ...rest } = data
  return {
    ...rest,
    teachingSubjects,
    otherLanguage: teachingSubjects.includes('other-language') ? otherLanguage.trim() : '',
    otherSubjects: teachingSubjects.includes('other-subjects') ? otherSubjects.trim() : '',
    ...(employmentStatus !== '' && { employmentStatus }),
  }
}

function studentData(data: StudentValues, today: Date) {
  const birthYear = numberTyped(data.birthYear)
  const adult = data.subjects.includes('adult-learning')
  const type = adult ? data.adultLearningType : ''
  const minor = isStatedMinor({ birthYear, educationLevel: data.educationLevel, today })
  return {
    educationLevel: data.educationLevel,
    currentGrade: data.currentGrade,
    section: sectionOfGrade(data.section, data.currentGrade),
    subjects: data.subjects,
    otherSubject: needsOtherSubject(data.subjects) ? data.otherSubject.trim() : '',
    adultLearningType: type,
    englishLevel: isEnglishFocus(type) ? data.englishLevel : '',
    professionalCareer: type === 'professional' ? data.professionalCareer.trim() : '',
    additionalInfo: data.additionalInfo.trim(),
    birthYear,
    guardianEmail: minor ? data.guardianEmail.trim() : '',
  }
}

function parentData(data: ParentValues) {
  return {
    ...data,
    childName: data.childName.trim(),
    childAge: numberTyped(data.childAge),
    otherEducationalProgram: data.educationalProgram === 'other' ? data.otherEducationalProgram.trim() : '',
    additionalInfo: data.additionalInfo.trim(),
  }
}
