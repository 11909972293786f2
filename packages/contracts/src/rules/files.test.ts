import { describe, expect, it } from '@jest/globals'
import { fileName } from './files.ts'

describe('the name of a file', () => {
  it('ends as its type does, whatever its sender called it', () => {
    expect(fileName('exercise.html', 'application/pdf')).toBe('exercise.pdf')
    expect(fileName('photo.JPEG', 'image/jpeg')).toBe('photo.jpg')
    expect(fileName('تمرين 3', 'image/png')).toBe('تمرين 3.png')
    expect(fileName('Série n. 2', 'application/pdf')).toBe('Série n. 2.pdf')
  })

  it('is a name and no path', () => {
    expect(fileName('../../etc/passwd', 'application/pdf')).toBe('.. .. etc passwd.pdf')
    expect(fileName('.exe', 'image/png')).toBe('file.png')
  })
})
