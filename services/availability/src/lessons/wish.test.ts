import { instantOf } from '@darsi/contracts/reference/tunis-time.ts'
import { ageRuleOn } from '@darsi/contracts/rules/registration/age-rules.ts'
import { describe, expect, it } from '@jest/globals'
import { wishRefusal } from './wish.ts'

const at = instantOf('2026-11-23', 9)
const wish = {
  startsAt: at,
  durationMinutes: 30,
  type: 'online' as const,
  place: '',
  meetingLink: 'https://meet.example.tn/abc',
  parentPresent: true,
}
const ofAge = (age: number) => ({ birthYear: 2026 - age, minor: age <= 18, videoWithdrawn: false })

describe('the length of a lesson', () => {
  it.each([
    [5, 30],
    [6, 30],
    [10, 30],
    [11, 45],
    [14, 45],
    [15, 60],
    [17, 60],
    [18, 60],
    [19, 120],
    [25, 120],
  ])('at %i is at most %i minutes', (age, minutes) => {
    expect(wishRefusal({ ...wish, durationMinutes: minutes }, ofAge(age))).toBeNull()
    const longer = wishRefusal({ ...wish, durationMinutes: minutes + 1 }, ofAge(age))
    expect(longer).toEqual({ slug: 'lesson-too-long', minutes })
  })

  it('follows the age on the day of the lesson, not of the booking', () => {
    const ten = { birthYear: 2016, minor: true }
    expect(ageRuleOn(instantOf('2026-12-31', 9), ten).maxMinutes).toBe(30)
    expect(ageRuleOn(instantOf('2027-01-01', 9), ten).maxMinutes).toBe(45)
  })

  it('of a minor of unknown age is that of the youngest, and of an adult of unknown age that of adults', () => {
    expect(ageRuleOn(at, { birthYear: null, minor: true })).toMatchObject({
      maxMinutes: 30,
      parentPresent: true,
    })
    expect(ageRuleOn(at, { birthYear: null, minor: false }).maxMinutes).toBe(120)
    expect(ageRuleOn(at, { birthYear: 1990, minor: true }).maxMinutes).toBe(60)
  })

  it('is not the only rule: without the consent to video only face-to-face lessons are allowed', () => {
    const withdrawn = { ...ofAge(16), videoWithdrawn: true }
    expect(wishRefusal(wish, withdrawn)).toEqual({ slug: 'video-consent-missing' })
    expect(wishRefusal({ ...wish, type: 'faceToFace', place: 'Library of Sfax' }, withdrawn)).toBeNull()
  })

  it('for every age from 5 to 25 and every length from 15 to 120: accepted exactly when no rule is broken', () => {
    const places = [
      ...['', ' ', 'Library of Sfax'].map((place) => ({
        type: 'faceToFace' as const,
        place,
        meetingLink: '',
      })),
      { type: 'online' as const, place: '', meetingLink: '' },
    ]
    const wrong: string[] = []
    let seen = 0
    for (let age = 5; age <= 25; age++)
      for (let durationMinutes = 15; durationMinutes <= 120; durationMinutes++)
        for (const parentPresent of [true, false])
          for (const where of places) {
            const longest = age <= 10 ? 30 : age <= 14 ? 45 : age <= 18 ? 60 : 120
            const isPlaced = where.type === 'online' || where.place.trim() !== ''
            const isAllowed = durationMinutes <= longest && (age > 10 || parentPresent) && isPlaced
            const refused = wishRefusal(
              { startsAt: at, durationMinutes, parentPresent, ...where },
              ofAge(age),
            )
            seen++
            if ((refused === null) !== isAllowed)
              wrong.push(`${age} ${durationMinutes} ${parentPresent} ${JSON.stringify(where)}`)
          }
    expect(wrong).toEqual([])
    expect(seen).toBe(21 * 106 * 2 * 4)
  })
})
