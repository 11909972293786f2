// replaced for each page by frontends/build/page-entry-loader.ts
export {}
