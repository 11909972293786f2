import { describe, expect, it } from '@jest/globals'
import { deviceName, deviceNameIn } from './device-name.ts'

describe('the name of a device', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari on iOS',
    ],
    ['curl/8.5.0', ''],
    [undefined, ''],
  ])('%s', (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name)
  })

  it('is shown in the language of its reader', () => {
    const shown = (['en', 'fr', 'ar'] as const).map((language) => deviceNameIn('Chrome on Linux', language))
    expect(shown).toEqual([
      'Chrome on Linux',
      'Chrome sous Linux',
      expect.stringMatching(/^Chrome \p{Script=Arabic}+ Linux$/u),
    ])
    expect(deviceNameIn('Chrome', 'fr')).toBe('Chrome')
  })
})
