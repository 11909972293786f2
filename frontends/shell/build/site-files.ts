import { productName } from '@darsi/contracts/texts/product.ts'

export function robots(publicUrl: string): string {
  return `User-agent: *
Disallow: /api/
Disallow: /remotes/

Sitemap: ${publicUrl}/sitemap.xml
Sitemap: ${publicUrl}/teachers-sitemap.xml
`
}

export function webManifest(): string {
  return JSON.stringify({
    id: '/',
    lang: 'en',
    name: productName.en,
    short_name: productName.en,
    description: 'A free tutoring marketplace for Tunisia',
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    background_color: '#fdfbf7',
    theme_color: '#0b6075',
    categories: ['education'],
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
  })
}
