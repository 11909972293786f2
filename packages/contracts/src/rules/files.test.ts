import { describe, expect, it } from '@jest/globals'
import { fileKindOf, fileName, sendableName } from './files.ts'

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

  it('is sent in one line, cut between characters and before its extension', () => {
    expect(sendableName('page\n1\t\0.jpg')).toBe('page 1 .jpg')
    expect(sendableName('e\u0301te\u0301.pdf')).toBe('été.pdf')
    const family = '👨‍👩‍👧‍👦'
    const long = sendableName(`${family.repeat(58)}.jpg`)
    expect(long.length).toBeLessThanOrEqual(120)
    expect(long).toBe(`${family.repeat(10)}.jpg`)
    expect(fileName(family.repeat(20), 'image/png')).toBe(`${family.repeat(9)}.png`)
    expect(sendableName('half \ud83d.png')).toBe('half  .png')
    expect(sendableName('....')).toBe('....')
    expect(sendableName('\t')).toBe('file')
  })
})

describe('the kind of a file', () => {
  const kindOf = (head: string) => fileKindOf(Uint8Array.from(head, (letter) => letter.charCodeAt(0)))
  it.each([
    ['\xff\xd8\xff\xe1', 'image/jpeg'],
    ['\x89PNG\r\n\x1a\n', 'image/png'],
    ['RIFF....WEBPVP8 ', 'image/webp'],
    ['%PDF-1.4', 'application/pdf'],
    ['\r\nX-Scanner: 1\r\n%PDF-1.4', 'application/pdf'],
    ['\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'heic'],
    ['\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf', 'avif'],
    ['\0\0\0\x18ftypisom\0\0\0\0isommp42', 'video'],
    ['\0\0\0\x14ftypqt  ', 'video'],
    ['\x1aE\xdf\xa3', 'video'],
    ['RIFF....AVI LIST', 'video'],
    ['PK\x03\x04....word/document.xml', 'office'],
    ['PK\x03\x04....mimetypeapplication/vnd.oasis.opendocument.text', 'office'],
    ['\xd0\xcf\x11\xe0', 'office'],
    ['PK\x03\x04....a.txt', 'other'],
    ['GIF89a', 'other'],
    ['<svg/>', 'other'],
    ['', 'empty'],
  ])('%j is %s', (head, kind) => {
    expect(kindOf(head)).toBe(kind)
  })
})
