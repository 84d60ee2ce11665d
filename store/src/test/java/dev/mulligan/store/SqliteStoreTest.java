package dev.mulligan.store;

import java.nio.file.Path;

class SqliteStoreTest extends StoreContract {

    @Override
    String fresh(Path folder) {
        return folder.resolve("store.db").toString();
    }
}
