import type { Services } from "#app/http/context.server.ts";
import { customizationTemplates, productCustomizations, products } from "#app/catalogue/data/tables.ts";
import * as undo from "#app/routes/admin/undo.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { openStaffPages } from "#test/staff-pages.ts";

/** Ana, who edits customization templates. */
export function openTemplatePages(services: Services) {
  const { db } = services;
  const ana = openStaffPages(services, "Ana");
  const history = () => db.select().from(auditLog).orderBy(auditLog.id);
  return {
    ana,
    history,
    path: (id: number) => [`/admin/customization-templates/edit/${id}`, { id: String(id) }] as const,
    undoLast: async () =>
      ana.post(undo, "/admin/undo", { entry: String((await history()).at(-1)?.id), to: "/admin/customization-templates" }),
    /** Deletes products, templates and history. */
    clear: async () => {
      await db.delete(auditLog);
      await db.delete(productCustomizations);
      await db.delete(customizationTemplates);
      await db.delete(products);
    },
  };
}
