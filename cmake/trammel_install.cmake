# `cmake --install`: both libraries, headers, the program with its page, man pages and completions, a pkg-config file and a CMake
# package. All of them find each other relative to where they lie, so that the tree can be moved or staged.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set_target_properties(trammel_static PROPERTIES EXPORT_NAME static)
set_target_properties(trammel_shared PROPERTIES EXPORT_NAME shared)
install(TARGETS trammel_static trammel_shared EXPORT trammel
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
  LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
  INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/trammel"
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.h")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
if(TM_BUILD_CLI)
  install(TARGETS trammel RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
  install(DIRECTORY "${PROJECT_BINARY_DIR}/cli/share/" DESTINATION "${CMAKE_INSTALL_DATADIR}" OPTIONAL)
  # `trammel mechanisms` finds them from where the program lies.
  install(FILES "${PROJECT_SOURCE_DIR}/examples/mechanisms.json" "${PROJECT_SOURCE_DIR}/examples/pairs.json"
    DESTINATION share/trammel/examples)
  # `trammel edit` finds it from where the program lies; `make page` builds it.
  install(DIRECTORY "${PROJECT_BINARY_DIR}/../page/" DESTINATION share/trammel/page OPTIONAL)
endif()

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/trammel")
install(EXPORT trammel NAMESPACE trammel:: FILE trammel-targets.cmake DESTINATION "${package_dir}")
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/trammel-config.cmake.in"
  "${PROJECT_BINARY_DIR}/trammel-config.cmake" INSTALL_DESTINATION "${package_dir}")
# Before 1.0 a new minor version may break.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/trammel-config-version.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/trammel-config.cmake"
  "${PROJECT_BINARY_DIR}/trammel-config-version.cmake" DESTINATION "${package_dir}")

file(RELATIVE_PATH TRAMMEL_PC_PREFIX "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
string(REGEX REPLACE "/$" "" TRAMMEL_PC_PREFIX "${TRAMMEL_PC_PREFIX}")
configure_file("${CMAKE_CURRENT_LIST_DIR}/trammel.pc.in" "${PROJECT_BINARY_DIR}/trammel.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/trammel.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
