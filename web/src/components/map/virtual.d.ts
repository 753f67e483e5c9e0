declare module "virtual:base-map" {
  /** Address of the file that `base-map.ts` reads. */
  const url: string;
  export default url;
}
